import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { parseSpecimenParam, specimenParam } from '#contract/catalogue/specimen-urls.ts';
import { specimenStatusTable } from '#contract/catalogue/statuses.ts';
import { hoursText } from '#contract/extras/waiting-list/hours-text.ts';
import { JOIN_WAITING_LIST } from '#contract/extras/waiting-list/join-label.ts';
import { askToWait } from '#web/extras/waiting-list/waiting-queries.ts';
import { SpecimenBeside } from '#web/features/catalogue/specimen/specimen-beside.tsx';
import { specimenQuery } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { EmailForm } from '#web/features/messages/forms/email-form.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { needsScript } from '#web/ui/needs-script.ts';

const waitRoute = getRouteApi('/frame/wait/$specimen');

/** Joins the waiting list of one specimen, which stands beside the form. */
export function WaitPage() {
  const { api } = waitRoute.useRouteContext();
  const id = parseSpecimenParam(waitRoute.useParams().specimen) ?? 0;
  const { data: specimen } = useQuery(specimenQuery(api, id));
  if (!specimen) return null;
  return (
    <SpecimenBeside specimen={specimen}>
      <h1 className="page-title look-large">{specimen.canWait ? JOIN_WAITING_LIST : 'No waiting list for this piece'}</h1>
      {specimen.canWait ? (
        <>
          <p className="mt-4 mb-8 max-w-prose text-quiet">
            {`This piece is on hold. If it becomes available, we’ll email the first person in line and give them ${hoursText(specimen.waitingHours)} to buy it.`}
          </p>
          <div className="needs-script">
            <EmailForm
              label={JOIN_WAITING_LIST}
              button={JOIN_WAITING_LIST}
              hint="Only we see your email address. You can leave the waiting list anytime with one click."
              send={(fields) => askToWait(id, fields)}
            />
          </div>
          <p className="hidden text-quiet unscripted:block">{needsScript('Joining the waiting list')}</p>
        </>
      ) : (
        <>
          <p className="mt-4 mb-6 max-w-prose">
            {specimenStatusTable[specimen.status].notice ?? 'There’s no need to wait for this piece.'}
          </p>
          <Link to="/specimen/$specimen" params={{ specimen: specimenParam(specimen) }} className={buttonClass()}>
            See this piece
          </Link>
        </>
      )}
    </SpecimenBeside>
  );
}
