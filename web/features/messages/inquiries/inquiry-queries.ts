/** A visitor's question. */
import type { ReceivedInquiry } from '#contract/messages/inquiries.ts';
import type { InquiryFields } from '#contract/messages/inquiry-rules.ts';
import { ORDER_KEY_HEADER } from '#contract/selling/order-key.ts';
import { call } from '#web/lib/api.ts';

/** What a question is about; `orderKey`: the key of the link that opened the order. */
export type About = { kind: 'specimen'; id: number } | { kind: 'order'; id: number; orderKey: string | undefined };

/** Sends a question; throws ApiError: `too_many_requests`, `state_conflict` for a form that is too old. */
export function ask(about: About, body: Partial<InquiryFields> & { token: string; website: string }): Promise<ReceivedInquiry> {
  const key = about.kind === 'order' ? about.orderKey : undefined;
  const headers: Record<string, string> = key === undefined ? {} : { [ORDER_KEY_HEADER]: key };
  return call(`/api/${about.kind}s/${about.id}/inquiries`, { method: 'POST', headers, body });
}
