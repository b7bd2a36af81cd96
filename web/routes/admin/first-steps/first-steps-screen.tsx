import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { firstStepNames, stepState } from '#contract/admin/first-step-rules.ts';
import type { FirstSteps } from '#contract/admin/first-steps.ts';
import { useMe } from '#web/features/admin/auth/auth-session.tsx';
import { firstStepsQuery } from '#web/features/admin/first-steps/first-steps-queries.ts';
import { stepWords } from '#web/features/admin/first-steps/step-words.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { mailServerQuery } from '#web/features/messages/mail/mail-server-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { SettingVisit } from '../setting-visit.tsx';
import { Overview } from './overview.tsx';
import type { Place } from './place.ts';
import { Step } from './step.tsx';
import { StepMark } from './step-mark.tsx';

const manageRoute = getRouteApi('/frame/manage');

/** The way from a new shop to the first pieces on sale, one step at a time. How far it is stands in the shop, so that any device goes on. */
export default function FirstStepsScreen({ place }: { place: Place }) {
  const { api } = manageRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: shop, error, refetch } = useQuery(firstStepsQuery);
  useFreshSteps(settings);
  useHeadline(place);
  useTitle(place === 'overview' ? 'First steps' : `${stepWords[place].title} – First steps`);
  return (
    <SettingVisit>
      {shop && (
        <>
          {place !== 'overview' && <StepLinks shop={shop} place={place} />}
          <Fragment key={place}>
            {place === 'overview' ? <Overview shop={shop} settings={settings} /> : <Step step={place} shop={shop} settings={settings} />}
          </Fragment>
        </>
      )}
      {!shop && error && (
        <div role="alert">
          <p>The first steps couldn’t be loaded.</p>
          <Button look="outline" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </SettingVisit>
  );
}

/** What is saved on a step may be what it was for, as a new password is what the demo’s was to be replaced by. */
function useFreshSteps(settings: object): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const { data: mailServer } = useQuery({ ...mailServerQuery, enabled: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them changes
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey });
  }, [queryClient, settings, mailServer, me]);
}

/** Begins each further place at its headline; at the first one the browser, or what led here, has put the focus where it belongs. */
function useHeadline(place: Place): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current !== place) document.querySelector<HTMLElement>('main h1')?.focus();
    before.current = place;
  }, [place]);
}

const StepLinks = ({ shop, place }: { shop: FirstSteps; place: Place }) => (
  <nav aria-label="First steps">
    <ol className="flex text-fine max-sm:justify-between sm:gap-x-7">
      {firstStepNames.map((step) => (
        <li key={step}>
          <Link
            to="/manage"
            search={{ step }}
            activeProps={{}}
            aria-current={step === place ? 'step' : undefined}
            className="flex min-h-11 items-center gap-1 text-quiet no-underline hover:text-accent aria-[current]:text-accent"
          >
            {stepWords[step].label}
            <StepMark state={stepState(shop, step)} />
          </Link>
        </li>
      ))}
    </ol>
  </nav>
);
