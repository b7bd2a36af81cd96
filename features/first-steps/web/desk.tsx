import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { payableHandle } from '#core/contract/selling/venmo.ts';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import FirstSteps, { useFirstSteps, VenmoNote } from './first-steps.tsx';
import { placeOf } from './place.ts';

const FirstStepsScreen = lazy(() => import('./first-steps-screen.tsx'));

const NoVenmo = ({ settings }: Places['aboveManage']) => (
  <VenmoNote takesVenmo={payableHandle(settings.venmo_settings) !== null} />
);

/** Once the headline has no button for them. */
const StepsTool = ({ link }: Places['manageLinks']) =>
  useFirstSteps() ? null : (
    <li>
      <Link to="/manage" search={{ step: 'overview' }} activeProps={{}} className={link}>
        First steps
      </Link>
    </li>
  );

const StepsLink = () => (
  <Link
    to="/manage"
    search={{ step: 'overview' }}
    className="inline-flex min-h-11 items-center text-link"
  >
    First steps
  </Link>
);

export const firstSteps = {
  insteadOfManage({ step }) {
    const place = placeOf(step);
    return place && <FirstStepsScreen place={place} />;
  },
  manageHead: [{ order: 10, Part: FirstSteps }],
  aboveManage: [{ order: 10, Part: NoVenmo }],
  manageLinks: [{ order: 10, Part: StepsTool }],
  settingsLinks: [{ order: 10, Part: StepsLink }],
  emptyShop: [{ order: 10, Part: lazy(() => import('./first-run.tsx')) }],
} satisfies DeskFeature;
