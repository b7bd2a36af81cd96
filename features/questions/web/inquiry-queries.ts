import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import type { ReceivedInquiry } from '#features/questions/contract/inquiries.ts';
import type { InquiryFields } from '#features/questions/contract/inquiry-rules.ts';
import { call } from '#ui/lib/api.ts';

/** `orderKey`: the key of the link that opened the order. */
export type About =
  | { kind: 'specimen'; id: number }
  | { kind: 'order'; id: number; orderKey: string | undefined };

type Sent = Partial<InquiryFields> & { token: string; website: string };

/** @throws ApiError `too_many_requests`; `state_conflict` for a form that is too old. */
export function ask(
  about: About,
  { name = '', email = '', question = '', ...sent }: Sent,
): Promise<ReceivedInquiry> {
  const params = { id: about.id };
  if (about.kind === 'specimen') {
    const body = { name, email, question, ...sent };
    return call('POST /api/specimens/:id/inquiries', { params, body });
  }
  const headers = about.orderKey === undefined ? {} : { [ORDER_KEY_HEADER]: about.orderKey };
  return call('POST /api/orders/:id/inquiries', { params, headers, body: { question, ...sent } });
}
