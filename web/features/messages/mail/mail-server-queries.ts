/** The owner's calls about the mail server. */
import { queryOptions } from '@tanstack/react-query';
import type { MailServer, MailTest, NewMailServer, SenderChecks } from '#contract/messages/mail-server.ts';
import { call } from '#web/lib/api.ts';

const PATH = '/api/manage/mail-server';

export const mailServerQuery = queryOptions({ queryKey: ['mail-server'], queryFn: () => call<MailServer>(PATH), staleTime: 0 });

/** Begins the key of what DNS says of a sender. */
export const senderKey = 'mail-sender';

/** What DNS says of the sender's address; asked again when the mail server has changed. */
export const senderQuery = (server: MailServer) =>
  queryOptions({ queryKey: [senderKey, server.host, server.sender], queryFn: () => call<SenderChecks>(`${PATH}/sender`) });

/** These throw ApiError: `invalid_input` with the fields that are wrong, `state_conflict`. */
export const saveMailServer = (server: NewMailServer) => call<MailServer>(PATH, { method: 'PUT', body: server });
export const removeMailServer = () => call<MailServer>(PATH, { method: 'DELETE' });
/** @param server null: the one in force. */
export const testMailServer = (server: NewMailServer | null) => call<MailTest>(`${PATH}/test`, { method: 'POST', body: { server } });
