import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListParts } from '#core/web/in-lists.tsx';
import type { SpeciesTopic } from '#features/topics/contract/topics.ts';
import { Formula } from '#ui/formula.tsx';
import { CountedLinks } from './counted-links.tsx';
import { LocalityMap } from './locality-map.tsx';
import { PlaceLink } from './place-link.tsx';
import { SpeciesFacts, SpeciesLink } from './species-facts.tsx';
import { TopicHeading } from './topic-heading.tsx';
import { TopicPieces } from './topic-pieces.tsx';
import { speciesQuery } from './topic-queries.ts';

const route = getRouteApi('/frame/species/$topic');

const kindLabels: Record<SpeciesTopic['kind'], string> = {
  mineral: 'Mineral',
  group: 'Group of minerals',
  mineraloid: 'Mineraloid',
  rock: 'Rock',
  meteorite: 'Meteorite',
  fossil: 'Fossil',
  variety: 'Variety of',
  'trade name': 'Trade name for',
  genus: 'Genus of',
};

export function SpeciesPage() {
  const { api } = route.useRouteContext();
  const slug = route.useParams().topic;
  const { data: topic } = useSuspenseQuery(speciesQuery(api, slug));
  const { name, kind, of, formula, varieties, localities } = topic;
  const shown = varieties.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
  return (
    <>
      <article className="page py-10 md:py-16">
        <TopicHeading
          above={
            <>
              {kindLabels[kind]} {of && <SpeciesLink name={of} />}
            </>
          }
          name={name}
        >
          {formula && (
            <p className="mt-4 font-serif text-2xl wrap-anywhere text-quiet md:text-3xl">
              <Formula formula={formula} />
            </p>
          )}
        </TopicHeading>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
          <SpeciesFacts topic={topic} />
          <div className="space-y-12">
            <CountedLinks
              heading="Where our pieces come from"
              items={localities.map((place) => ({
                key: place.id,
                link: <PlaceLink place={place} />,
                beside: place.country,
                total: place.total,
              }))}
            >
              <div className="mt-4">
                <LocalityMap dots={topic.dots} />
              </div>
            </CountedLinks>
            <CountedLinks
              heading={`Varieties of ${name} we have`}
              items={shown.map((one) => ({
                key: one.name,
                link: <SpeciesLink name={one.name} />,
                total: one.total,
              }))}
            />
            {topic.total === 0 && (
              <p className="text-lg text-quiet">
                No {name} in stock right now.{' '}
                <ListParts at="list" search={{ species: slug }} isEmpty />
              </p>
            )}
          </div>
        </div>
      </article>
      <TopicPieces
        heading={name}
        specimens={topic.specimens}
        total={topic.total}
        filter={{ species: slug }}
      />
    </>
  );
}
