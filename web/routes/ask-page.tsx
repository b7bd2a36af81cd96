import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { parseSpecimenParam } from '#contract/catalogue/specimen-urls.ts';
import { ASK_ABOUT_PIECE } from '#contract/messages/ask-words.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { SpecimenBeside } from '#web/features/catalogue/specimen/specimen-beside.tsx';
import { specimenQuery } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { AskForm } from '#web/features/messages/inquiries/ask-form.tsx';
import { specimenLoader } from './specimen-form.ts';

export { head } from './specimen-form.ts';
export const loader = specimenLoader('Ask about');

const askRoute = getRouteApi('/frame/ask/$specimen');

/** Asks the seller about one specimen, which stands beside the form. */
export default function AskPage() {
  const { api } = askRoute.useRouteContext();
  const id = parseSpecimenParam(askRoute.useParams().specimen) ?? 0;
  const { data: specimen } = useQuery(specimenQuery(api, id));
  const { contactEmail } = useSuspenseQuery(settingsQuery(api)).data.general;
  if (!specimen) return null;
  return (
    <SpecimenBeside specimen={specimen}>
      <h1 className="page-title look-large">{ASK_ABOUT_PIECE}</h1>
      <p className="mt-4 mb-8 max-w-prose text-quiet">
        Ask for more photos, provenance, weight, packing, anything. Only we see your message.
      </p>
      <AskForm about={{ kind: 'specimen', id }} email={contactEmail} subject={`Question about ${specimen.title}`} />
    </SpecimenBeside>
  );
}
