import { ApiError } from '../../core/errors';
import { isUuid } from '../../core/ids';

/** The ID of a payment in the database's format. @throws ApiError NOT_FOUND if it cannot be one */
export function paymentIdOf(text: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw unknownPayment();
  return id;
}

/** NOT_FOUND, with the message of the owner's page. */
export function unknownPayment(): ApiError {
  return new ApiError('NOT_FOUND', 'No payment has this ID.');
}
