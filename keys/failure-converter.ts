import { DefaultFailureConverter } from '@temporalio/common';

type Conversion = Parameters<DefaultFailureConverter['errorToFailureInner']>;

/** The SDK's own empties the message of an error that is passed on: what is passed on twice would say nothing. */
class CopyingFailureConverter extends DefaultFailureConverter {
  override errorToFailureInner(...conversion: Conversion) {
    return { ...super.errorToFailureInner(...conversion) };
  }
}

/** Puts messages and stack traces of errors into payloads, which are encrypted. Workers load it into the workflows, too. */
export const failureConverter = new CopyingFailureConverter({ encodeCommonAttributes: true });
