import { useMatch } from '@tanstack/react-router';
import { pages } from '#contract/storefront/pages.ts';
import { LocalityPage } from './topics/locality.tsx';
import { SpeciesPage } from './topics/species.tsx';

export { head, loader } from './topic-head.ts';

/** A page about a species or a locality: what both have in common is one file for the browser. */
export default function TopicPage() {
  const { fullPath } = useMatch({ strict: false });
  return fullPath === pages.species.path ? <SpeciesPage /> : <LocalityPage />;
}
