import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { ifMatchHeader } from '#core/contract/if-match.ts';
import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { text } from '#core/contract/text.ts';
import {
  inbox,
  inboxQuery,
  inquiryAnswer,
  inquiryChange,
  orderInquiry,
  receivedInquiry,
  specimenInquiry,
} from './inquiries.ts';

export const inquiryCalls = {
  'POST /api/specimens/:id/inquiries': {
    about: '201; a question about a specimen, see below',
    who: 'all',
    limit: 30,
    body: specimenInquiry,
    response: receivedInquiry,
    status: 201,
  },
  'POST /api/orders/:id/inquiries': {
    about: '201; a question about an order, in the name of its buyer',
    who: 'its buyer, admin',
    limit: 30,
    headers: z.looseObject({ [ORDER_KEY_HEADER]: text(200).optional() }),
    body: orderInquiry,
    response: receivedInquiry,
    status: 201,
  },
  'GET /api/manage/inquiries': {
    about:
      'a page of the inbox: the threads with a `status`, by `page`, or the page that has the inquiry `question`',
    query: inboxQuery,
    response: inbox,
  },
  'POST /api/manage/inquiries/:id/answers': {
    about: '204; emails an answer; 412 if the asker has written since',
    headers: ifMatchHeader,
    body: inquiryAnswer,
  },
  'PATCH /api/manage/inquiries/:id': {
    about: '204; `{"status": "done"}` closes an inquiry, `open` reopens it',
    body: inquiryChange,
  },
  'DELETE /api/manage/inquiries/:id': { about: '204; deletes an inquiry and its answers' },
} as const satisfies CallTable;

type InquiryCalls = typeof inquiryCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends InquiryCalls {}
}
