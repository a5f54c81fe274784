import { json } from 'node:stream/consumers';
import type { CodeRequest } from './code.ts';
import { evaluate } from './evaluate.ts';

/** The process of one piece of code: it reads a {@link CodeRequest}, and writes a `CodeAnswer`. */
const request = (await json(process.stdin)) as CodeRequest;
const answer = await evaluate(request);
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
