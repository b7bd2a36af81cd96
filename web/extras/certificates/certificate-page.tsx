import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { certificateQuery } from '#web/extras/certificates/certificate-queries.ts';
import { CertificateView } from '#web/extras/certificates/certificate-view.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { problemCode } from '#web/lib/api.ts';
import type { RouterContext } from '#web/router-context.ts';

type Arguments = { context: RouterContext; params: { code: string } };

/** What the page of a path without a certificate says. */
const notMade = {
  title: 'Certificate Not Found',
  text: 'We have no certificate with this code. Please check it against your card.',
};

export async function loader({ context: { queryClient, api }, params: { code } }: Arguments) {
  try {
    const { signed } = await queryClient.ensureQueryData(certificateQuery(api, code));
    const title = signed?.facts.find(({ name }) => name === 'title')?.value;
    return { title: title === undefined ? 'Certificate' : `Certificate: ${title}` };
  } catch (error) {
    // A code that cannot be one is refused as invalid.
    const problem = problemCode(error);
    if (problem === 'not_found' || problem === 'invalid_input') throw notFound({ data: notMade });
    throw error;
  }
}

export const head = ({ loaderData }: { loaderData?: { title: string } }) => ({
  meta: [...(loaderData ? [{ title: loaderData.title }] : []), { name: 'robots', content: 'noindex' }],
});

const route = getRouteApi('/frame/certificate/$code');

/** What the shop has signed of a piece that it sold, and how that compares with the piece as the shop shows it now. */
export default function CertificatePage() {
  const { api } = route.useRouteContext();
  const { data: certificate } = useQuery(certificateQuery(api, route.useParams().code));
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  return certificate ? <CertificateView certificate={certificate} timeZone={timeZone} /> : null;
}
