import { DefaultFailureConverter } from '@temporalio/common';
import type { Payload, ProtoFailure } from '@temporalio/common';
import { maximumPayloadBytes } from '../contracts/base/run-limits.ts';
import { cutText } from '../contracts/base/text.ts';

type Conversion = Parameters<DefaultFailureConverter['errorToFailureInner']>;

/** Characters of a message, and of a stack trace beside it. */
const longest = 8_000;

/**
 * The SDK's own empties the message of an error that is passed on: what is passed on twice would say nothing. And it takes
 * errors of any size, which gRPC refuses: the activity would be tried again for ever.
 */
class BoundedFailureConverter extends DefaultFailureConverter {
  override errorToFailureInner(...conversion: Conversion): ProtoFailure {
    const failure = super.errorToFailureInner(...conversion);
    const message = cutText(failure.message ?? '', longest);
    // The trace begins with the message.
    const stackTrace = (failure.stackTrace ?? '').replace(failure.message ?? '', () => message);
    const { applicationFailureInfo: info } = failure;
    const details = info?.details?.payloads;
    const [, converter] = conversion;
    return {
      ...failure,
      message,
      stackTrace: cutText(stackTrace, 2 * longest),
      ...(details && {
        applicationFailureInfo: {
          ...info,
          details: { payloads: boundedDetails(details, converter.toPayload(null)) },
        },
      }),
    };
  }
}

/** The details that fit together into one payload; each of the others is null, since readers know them by their place. */
function boundedDetails(details: Payload[], none: Payload): Payload[] {
  let left = maximumPayloadBytes;
  return details.map((detail) => {
    const bytes = detail.data?.length ?? 0;
    if (bytes > left) return none;
    left -= bytes;
    return detail;
  });
}

/**
 * Puts messages and stack traces of errors into payloads, which are encrypted, and cuts what is too long for Temporal.
 * Workers load it into the workflows, too.
 */
export const failureConverter = new BoundedFailureConverter({ encodeCommonAttributes: true });
