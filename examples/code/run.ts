import { createClient } from 'baton/client';
import { address, apiKey } from '../support/baton.ts';
import dinner from './dinner.ts';

const baton = createClient({ url: address, key: await apiKey() });

const run = await baton.start(dinner, { input: { amount: 84, people: 3 } });
const approval = await run.waitForApproval();
console.log('to approve:', approval.show);
await baton.approve(approval.id, { comment: 'Looks right' });
console.log(await run.result());
