import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { certificateQuery } from '#web/extras/certificates/certificate-queries.ts';
import { CertificateView } from '#web/extras/certificates/certificate-view.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';

export { head, loader } from './certificate-head.ts';

const route = getRouteApi('/frame/certificate/$code');

/** What the shop has signed of a piece that it sold, and how that compares with the piece as the shop shows it now. */
export default function CertificatePage() {
  const { api } = route.useRouteContext();
  const { data: certificate } = useQuery(certificateQuery(api, route.useParams().code));
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  return certificate ? <CertificateView certificate={certificate} timeZone={timeZone} /> : null;
}
