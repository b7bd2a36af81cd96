import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { CertificateCards } from '#web/features/paper/certificate-cards.tsx';
import { parseCertificatesSearch } from '#web/features/paper/paper-search.ts';
import { PrintPage } from '#web/features/paper/print-page.tsx';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';

const route = getRouteApi('/print/certificates');

/** Certificates to print. */
export default function PrintCertificatesPage() {
  const { api } = route.useRouteContext();
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  const navigate = route.useNavigate();
  const { setLoginOpen } = useAuth();
  const askForLogin = useCallback(() => setLoginOpen(true), [setLoginOpen]);
  return (
    <PrintPage title="Certificates" back={{ to: '/orders', text: 'All orders' }}>
      <CertificateCards
        search={parseCertificatesSearch(route.useSearch())}
        timeZone={timeZone}
        onSearch={(search) => void navigate({ to: '.', search, replace: true, resetScroll: false })}
        onLoginNeeded={askForLogin}
      />
    </PrintPage>
  );
}
