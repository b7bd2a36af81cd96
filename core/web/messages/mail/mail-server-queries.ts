import { queryOptions } from '@tanstack/react-query';
import type { MailServer, NewMailServer } from '#core/contract/messages/mail-server.ts';
import { call } from '#ui/lib/api.ts';

export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: () => call('GET /api/manage/mail-server'),
  staleTime: 0,
});

const senderKey = 'mail-sender';

/** Fetched again when the mail server has changed. */
export const senderQuery = (server: MailServer) =>
  queryOptions({
    queryKey: [senderKey, server.host, server.sender],
    queryFn: () => call('GET /api/manage/mail-server/sender'),
  });

/** @throws ApiError: `invalid_input` with the fields that are wrong, `state_conflict`. */
export const saveMailServer = (server: NewMailServer) =>
  call('PUT /api/manage/mail-server', { body: server });
export const removeMailServer = () => call('DELETE /api/manage/mail-server');
/** @param server null: the one in force. */
export const testMailServer = (server: NewMailServer | null) =>
  call('POST /api/manage/mail-server/test', { body: { server } });
