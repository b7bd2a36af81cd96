import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { Labels } from '#web/features/paper/labels.tsx';
import { parseLabelsSearch } from '#web/features/paper/paper-search.ts';
import { PrintPage } from '#web/features/paper/print-page.tsx';

const route = getRouteApi('/print/labels');

/** Labels of specimens to print. */
export default function PrintLabelsPage() {
  const navigate = route.useNavigate();
  const { setLoginOpen } = useAuth();
  const askForLogin = useCallback(() => setLoginOpen(true), [setLoginOpen]);
  return (
    <PrintPage title="Labels" back={{ to: '/manage', text: 'Back to Admin Panel' }}>
      <Labels
        search={parseLabelsSearch(route.useSearch())}
        onSearch={(search) => void navigate({ to: '.', search, replace: true, resetScroll: false })}
        onLoginNeeded={askForLogin}
      />
    </PrintPage>
  );
}
