import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import logo from '#web/assets/logo.svg';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { StatusPage } from '#web/ui/status-page.tsx';

/** The screen of every address that leads nowhere. */
export function NotFound() {
  const { api } = useRouteContext({ from: '__root__' });
  const { siteTitle, siteTagline, logoUrl } = useSuspenseQuery(settingsQuery(api)).data.general;
  return (
    <StatusPage title="Specimen Not Found" label="Error 404" picture={logoUrl || logo} back={{ text: 'Return to the Collection' }}>
      <p className="text-lg">We couldn't find the crystal or mineral specimen you're looking for.</p>
      <p className="text-quiet">It might have been sold, moved to a different collection, or the URL may be incorrect.</p>
      <p className="text-sm text-quiet">
        The {siteTitle} Collection • {siteTagline}
      </p>
    </StatusPage>
  );
}
