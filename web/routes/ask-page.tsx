import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { posterOf } from '#contract/media-urls.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { parseSpecimenParam, specimenParam } from '#contract/specimen-urls.ts';
import { AskForm } from '#web/features/inquiries/ask-form.tsx';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { specimenQuery } from '#web/features/specimen/specimen-queries.ts';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { ResponsiveImage } from '#web/ui/responsive-image.tsx';

const askRoute = getRouteApi('/ask/$specimen');

/** Asks the seller about one specimen, which stands beside the form. */
export default function AskPage() {
  const { api } = askRoute.useRouteContext();
  const id = parseSpecimenParam(askRoute.useParams().specimen) ?? 0;
  const { data: specimen } = useQuery(specimenQuery(api, id));
  const { contactEmail } = useSuspenseQuery(settingsQuery(api)).data.general;
  if (!specimen) return null;
  const cents = specimen.price === null ? null : parseAmount(specimen.price);
  return (
    <div className="page min-h-[60svh] py-10 md:py-14">
      <Link
        to="/specimen/$specimen"
        params={{ specimen: specimenParam(specimen) }}
        className="-ml-1 inline-flex min-h-11 items-center gap-2 text-quiet no-underline hover:text-accent"
      >
        <ArrowLeftIcon /> Back to the piece
      </Link>
      <div className="mt-4 grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] lg:gap-x-24">
        <div className="max-md:grid max-md:grid-cols-[6rem_1fr] max-md:items-center max-md:gap-5">
          <div className="room overflow-hidden">
            <ResponsiveImage
              picture={posterOf(specimen.main)}
              eager
              sizes="(min-width: 768px) 36vw, 96px"
              className="aspect-square w-full object-cover"
            />
          </div>
          <div className="md:mt-4">
            <p className="font-serif text-2xl leading-tight wrap-anywhere">{specimen.title}</p>
            {specimen.origin !== '' && <p className="mt-1 text-quiet wrap-anywhere">{specimen.origin}</p>}
            {specimen.price !== null && <p className="figures mt-1">{cents === null ? specimen.price : formatDollars(cents)}</p>}
          </div>
        </div>
        <div>
          <h1 className="text-4xl md:text-5xl">Ask about this piece</h1>
          <p className="mt-4 mb-8 max-w-prose text-quiet">
            More pictures, where it comes from, what it weighs, how it travels: only the seller reads what you write here.
          </p>
          <AskForm about={{ kind: 'specimen', id }} email={contactEmail} subject={`Question about ${specimen.title}`} />
        </div>
      </div>
    </div>
  );
}
