import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import { certificateQuery } from '#features/certificates/web/certificate-queries.ts';
import { CertificateView } from '#features/certificates/web/certificate-view.tsx';
import { problemCode } from '#ui/lib/api.ts';

type Arguments = { context: RouterContext; params: { code: string } };

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
  meta: [
    ...(loaderData ? [{ title: loaderData.title }] : []),
    { name: 'robots', content: 'noindex' },
  ],
});

const route = getRouteApi('/frame/certificate/$code');

export default function CertificatePage() {
  const { api } = route.useRouteContext();
  const { data: certificate } = useQuery(certificateQuery(api, route.useParams().code));
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  return certificate ? <CertificateView certificate={certificate} timeZone={timeZone} /> : null;
}
