import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { SpecimenBeside } from '#core/web/catalogue/specimen/specimen-beside.tsx';
import { specimenQuery } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { specimenLoader } from '#core/web/routes/specimen-form.ts';
import { ASK_ABOUT_PIECE } from '#features/questions/contract/ask-words.ts';
import { AskForm } from './ask-form.tsx';

export { head } from '#core/web/routes/specimen-form.ts';
export const loader = specimenLoader('Ask about');

const askRoute = getRouteApi('/frame/ask/$specimen');

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
      <AskForm
        about={{ kind: 'specimen', id }}
        email={contactEmail}
        subject={`Question about ${specimen.title}`}
      />
    </SpecimenBeside>
  );
}
