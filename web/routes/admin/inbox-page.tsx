import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { InboxList } from '#web/features/messages/inquiries/inbox-list.tsx';
import { parseInboxSearch } from '#web/features/messages/inquiries/inbox-queries.ts';
import { ToAdminPanel } from './back-links.tsx';

const inboxRoute = getRouteApi('/frame/inbox');

/** What visitors and buyers have asked. */
export default function InboxPage() {
  const { api } = inboxRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  return (
    <>
      <ToAdminPanel />
      <h1 className="mt-2 page-title">Inbox</h1>
      <InboxList search={parseInboxSearch(inboxRoute.useSearch())} timeZone={settings.general.timeZone} />
    </>
  );
}
