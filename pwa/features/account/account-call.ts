import { ApiError } from '#pwa/api/api-error.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';

/** Makes a call about the own account. An ended session is reported to the whole app. */
export async function accountCall<T>(made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'signed-out') {
      expiry.setState({ expired: true });
    }
    throw error;
  }
}
