import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import type { Context } from '#core/server/context.ts';
import { mailStatusesByKey } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import type { Inbox, InboxQuery, InquiryThread } from '#features/questions/contract/inquiries.ts';
import {
  countSubjects,
  countSubjectsBefore,
  countUnanswered,
  selectInquiriesAbout,
  selectMessages,
  selectSubjects,
  selectUnanswered,
} from './inquiries.queries.ts';
import { answerKey } from './inquiries.service.ts';

const PAGE_SIZE = 20;
/** A thread leaves out its oldest done inquiries beyond this. */
const MAX_OF_THREAD = 50;

/** A question has its page; a page behind the last one is the last. */
export async function readInbox(
  ctx: Pick<Context, 'db' | 'config'>,
  query: InboxQuery,
): Promise<Inbox> {
  const { db } = ctx;
  const { status = 'open', page = 1, question } = query;
  const counts = { open: await countSubjects(db, 'open'), done: await countSubjects(db, 'done') };
  const pages = Math.max(1, Math.ceil(counts[status] / PAGE_SIZE));
  const before = question === undefined ? null : await countSubjectsBefore(db, status, question);
  const shown = before === null ? Math.min(page, pages) : Math.floor(before / PAGE_SIZE) + 1;
  const subjects = await selectSubjects(db, status, {
    limit: PAGE_SIZE,
    offset: (shown - 1) * PAGE_SIZE,
  });
  return {
    threads: await threadsOf(db, subjects, question),
    page: shown,
    pages,
    counts,
    hasMailServer: await hasMailServer(ctx),
  };
}

async function threadsOf(
  db: Context['db'],
  subjects: string[],
  question: number | undefined,
): Promise<InquiryThread[]> {
  const inquiries = await selectInquiriesAbout(db, subjects, {
    limit: MAX_OF_THREAD,
    first: question,
  });
  const ids = inquiries.map(({ id }) => id);
  const messages = await selectMessages(db, ids);
  const answers = messages.filter(({ author }) => author === 'admin');
  const mails = await mailStatusesByKey(
    db,
    answers.map(({ id }) => answerKey(id)),
  );
  const messagesOf = Map.groupBy(messages, (message) => message.inquiry_id);
  return [...Map.groupBy(inquiries, (inquiry) => inquiry.subject).values()].flatMap((about) => {
    const [latest] = about;
    if (!latest) return [];
    return {
      title: latest.title,
      specimenId: latest.specimen_id,
      orderId: latest.order_id,
      inquiries: about.map(({ id, name, email, status, created_at }) => ({
        id,
        name,
        email,
        status,
        createdAt: created_at,
        messages: (messagesOf.get(id) ?? []).map((message) => ({
          id: message.id,
          author: message.author,
          text: message.text,
          createdAt: message.created_at,
          mailStatus: mails.get(answerKey(message.id)) ?? null,
        })),
      })),
    };
  });
}

export async function waitingInquiries(
  { db }: Pick<Context, 'db'>,
  limit: number,
): Promise<{ count: number; rows: TodayRow[] }> {
  const inquiries = await selectUnanswered(db, limit);
  const rows = inquiries.map(({ id, order_id, specimen_id, title, name, created_at }) => ({
    id,
    orderId: order_id,
    specimenId: specimen_id,
    title,
    detail: name,
    amount: null,
    at: created_at,
  }));
  return { count: await countUnanswered(db), rows };
}
