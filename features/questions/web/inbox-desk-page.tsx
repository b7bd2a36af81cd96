import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { ToAdminPanel } from '#core/web/routes/admin/back-links.tsx';
import { InboxList } from './inbox-list.tsx';
import { parseInboxSearch } from './inbox-queries.ts';

const inboxRoute = getRouteApi('/frame/inbox');

export default function InboxPage() {
  const { api } = inboxRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  return (
    <>
      <ToAdminPanel />
      <h1 className="mt-2 page-title">Inbox</h1>
      <InboxList
        search={parseInboxSearch(inboxRoute.useSearch())}
        timeZone={settings.general.timeZone}
      />
    </>
  );
}
