import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { parseSpecimenParam, specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { SpecimenBeside } from '#core/web/catalogue/specimen/specimen-beside.tsx';
import { specimenQuery } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { EmailForm } from '#core/web/messages/forms/email-form.tsx';
import { hoursText } from '#features/waiting-list/contract/hours-text.ts';
import { JOIN_WAITING_LIST } from '#features/waiting-list/contract/join-label.ts';
import { askToWait } from '#features/waiting-list/web/waiting-queries.ts';
import { buttonClass } from '#ui/button.tsx';
import { needsScript } from '#ui/needs-script.ts';

const waitRoute = getRouteApi('/frame/wait/$specimen');

export function WaitPage() {
  const { api } = waitRoute.useRouteContext();
  const id = parseSpecimenParam(waitRoute.useParams().specimen) ?? 0;
  const { data: specimen } = useQuery(specimenQuery(api, id));
  if (!specimen) return null;
  return (
    <SpecimenBeside specimen={specimen}>
      <h1 className="page-title look-large">
        {specimen.canWait ? JOIN_WAITING_LIST : 'No waiting list for this piece'}
      </h1>
      {specimen.canWait ? (
        <>
          <p className="mt-4 mb-8 max-w-prose text-quiet">
            {`This piece is on hold. If it becomes available, we’ll email the first person in line and give them ${hoursText(specimen.waitingHours)} to buy it.`}
          </p>
          <div className="needs-script">
            <EmailForm
              label={JOIN_WAITING_LIST}
              button={JOIN_WAITING_LIST}
              hint="Only we see your email address. You can leave the waiting list anytime."
              send={(fields) => askToWait(id, fields)}
            />
          </div>
          <p className="hidden text-quiet unscripted:block">
            {needsScript('Joining the waiting list')}
          </p>
        </>
      ) : (
        <>
          <p className="mt-4 mb-6 max-w-prose">
            {specimenStatusTable[specimen.status].notice ??
              'There’s no need to wait for this piece.'}
          </p>
          <Link
            to="/specimen/$specimen"
            params={{ specimen: specimenParam(specimen) }}
            className={buttonClass()}
          >
            See this piece
          </Link>
        </>
      )}
    </SpecimenBeside>
  );
}
