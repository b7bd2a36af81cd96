import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { payableHandle } from '#core/contract/selling/venmo.ts';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import FirstSteps from './first-steps.tsx';
import { placeOf } from './place.ts';

const FirstStepsScreen = lazy(() => import('./first-steps-screen.tsx'));

const StepsLine = ({ settings }: Places['aboveManage']) => (
  <FirstSteps takesVenmo={payableHandle(settings.venmo_settings) !== null} />
);

const StepsTool = ({ link }: Places['manageLinks']) => (
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
  aboveManage: [{ order: 10, Part: StepsLine }],
  manageLinks: [{ order: 10, Part: StepsTool }],
  settingsLinks: [{ order: 10, Part: StepsLink }],
  emptyShop: [{ order: 10, Part: lazy(() => import('./first-run.tsx')) }],
} satisfies DeskFeature;
