import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { pages } from '#core/contract/storefront/pages.ts';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { buttonClass } from '#ui/button.tsx';

const SpeciesTool = ({ link }: Places['catalogueLinks']) => (
  <li>
    <Link to="/manage/species" className={link}>
      {pages.manageSpecies.title}
    </Link>
  </li>
);

const SpeciesButton = () => (
  <Link to="/manage/species" className={buttonClass('outline')}>
    Species
  </Link>
);

const AddingLink = ({ name }: Places['unknownSpecies']) => (
  <Link
    to="/manage/species"
    search={{ edit: 'new', name }}
    target="_blank"
    className="inline-flex min-h-11 items-center text-link wrap-anywhere"
  >
    Add “{name}” to the table<span className="sr-only"> in a new tab</span>
  </Link>
);

export const ownSpecies = {
  screens: { manageSpecies: { Screen: lazy(() => import('./species-desk-page.tsx')) } },
  catalogueLinks: [{ order: 10, Part: SpeciesTool }],
  collectionsLinks: [{ order: 10, Part: SpeciesButton }],
  unknownSpecies: [{ order: 10, Part: AddingLink }],
} satisfies DeskFeature;
