import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { parseSpecimenParam, specimenParam } from '#contract/catalogue/specimen-urls.ts';
import { specimenStatusTable } from '#contract/catalogue/statuses.ts';
import { askToWait } from '#web/extras/waiting-list/waiting-queries.ts';
import { SpecimenBeside } from '#web/features/catalogue/specimen/specimen-beside.tsx';
import { specimenQuery } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { EmailForm } from '#web/features/messages/forms/email-form.tsx';
import { buttonClass } from '#web/ui/button.tsx';

const waitRoute = getRouteApi('/frame/wait/$specimen');

/** Gets in line for one specimen, which stands beside the form. */
export function WaitPage() {
  const { api } = waitRoute.useRouteContext();
  const id = parseSpecimenParam(waitRoute.useParams().specimen) ?? 0;
  const { data: specimen } = useQuery(specimenQuery(api, id));
  if (!specimen) return null;
  return (
    <SpecimenBeside specimen={specimen}>
      <h1 className="text-4xl md:text-5xl">{specimen.canWait ? 'Get in line' : 'There is no line'}</h1>
      {specimen.canWait ? (
        <>
          <p className="mt-4 mb-8 max-w-prose text-quiet">
            This piece is promised to somebody. Should it become free, we write to whoever is first in line, and for a while nobody else can
            buy it.
          </p>
          <div className="needs-script">
            <EmailForm
              label="Your place in line"
              button="Get in line"
              hint="Only the seller sees your address. You can leave the line at any time with one click."
              result="You are in line"
              send={(fields) => askToWait(id, fields)}
            />
          </div>
          <p className="hidden text-quiet unscripted:block">Getting in line needs JavaScript; please switch it on for this site.</p>
        </>
      ) : (
        <>
          <p className="mt-4 mb-6 max-w-prose">{specimenStatusTable[specimen.status].notice ?? 'Nobody needs to wait for this piece.'}</p>
          <Link to="/specimen/$specimen" params={{ specimen: specimenParam(specimen) }} className={buttonClass()}>
            Look at the piece
          </Link>
        </>
      )}
    </SpecimenBeside>
  );
}
