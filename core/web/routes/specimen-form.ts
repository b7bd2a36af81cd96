import { notFound } from '@tanstack/react-router';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { specimenQuery } from '#core/web/catalogue/specimen/specimen-queries.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import { problemCode } from '#ui/lib/api.ts';

type Arguments = { context: RouterContext; params: { specimen: string } };

/** @param purpose such as `Ask about`. */
export const specimenLoader =
  (purpose: string) =>
  async ({ context: { queryClient, api }, params }: Arguments) => {
    const id = parseSpecimenParam(params.specimen);
    if (id === null) throw notFound({ data: 'specimen id' });
    const { general } = await queryClient.ensureQueryData(settingsQuery(api));
    try {
      const { title } = await queryClient.ensureQueryData(specimenQuery(api, id));
      return { title: `${purpose} ${title} – ${general.siteTitle}` };
    } catch (error) {
      if (problemCode(error) === 'not_found') throw notFound({ data: 'specimen' });
      throw error;
    }
  };

export const head = ({ loaderData }: { loaderData?: { title: string } }) => ({
  meta: [
    ...(loaderData ? [{ title: loaderData.title }] : []),
    { name: 'robots', content: 'noindex' },
  ],
});
