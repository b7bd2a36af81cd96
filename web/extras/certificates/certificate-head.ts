/** What the page of a certificate loads, and its head. */
import { notFound, rootRouteId } from '@tanstack/react-router';
import { certificateQuery } from '#web/extras/certificates/certificate-queries.ts';
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
    if (problem === 'not_found' || problem === 'invalid_input') throw notFound({ routeId: rootRouteId, data: notMade });
    throw error;
  }
}

export const head = ({ loaderData }: { loaderData?: { title: string } }) => ({
  meta: [...(loaderData ? [{ title: loaderData.title }] : []), { name: 'robots', content: 'noindex' }],
});
