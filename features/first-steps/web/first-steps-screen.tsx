import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { useMe } from '#core/web/admin/auth/auth-session.tsx';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { mailServerQuery } from '#core/web/messages/mail/mail-server-queries.ts';
import { SettingVisit } from '#core/web/routes/admin/setting-visit.tsx';
import { firstStepNames, stepState } from '#features/first-steps/contract/first-step-rules.ts';
import type { FirstSteps } from '#features/first-steps/contract/first-steps.ts';
import { Button } from '#ui/button.tsx';
import { useTitle } from '#ui/use-title.ts';
import { firstStepsQuery } from './first-steps-queries.ts';
import { Overview } from './overview.tsx';
import type { Place } from './place.ts';
import { Step } from './step.tsx';
import { StepMark } from './step-mark.tsx';
import { stepWords } from './step-words.ts';

const manageRoute = getRouteApi('/frame/manage');

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
            {place === 'overview' ? (
              <Overview shop={shop} settings={settings} />
            ) : (
              <Step step={place} shop={shop} settings={settings} />
            )}
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

/** A save on a step may settle it, as a new password replaces the demo’s. */
function useFreshSteps(settings: object): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const { data: mailServer } = useQuery({ ...mailServerQuery, enabled: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them changes
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey });
  }, [queryClient, settings, mailServer, me]);
}

/** Moves the focus to each further place's headline; at the first it is where it belongs. */
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
