import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mindatUrl } from '#core/contract/catalogue/mindat.ts';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { CountedLinks } from './counted-links.tsx';
import { LocalityMap } from './locality-map.tsx';
import { PlaceLink } from './place-link.tsx';
import { SpeciesLink } from './species-facts.tsx';
import { TopicHeading } from './topic-heading.tsx';
import { TopicPieces } from './topic-pieces.tsx';
import { localityQuery } from './topic-queries.ts';

const route = getRouteApi('/frame/locality/$topic');

export function LocalityPage() {
  const { api } = route.useRouteContext();
  const { data: topic } = useSuspenseQuery(
    localityQuery(api, parseSpecimenParam(route.useParams().topic) ?? 0),
  );
  const { id, name, above, beneath, species, mindatId } = topic;
  return (
    <>
      <article className="page py-10 md:py-16">
        <TopicHeading
          above={
            above.length === 0 ? (
              'Country'
            ) : (
              <nav aria-label="Location">
                <ol className="flex flex-wrap gap-x-2">
                  {above.map((place, index) => (
                    <li key={place.id} className="flex items-center gap-2">
                      {index > 0 && <span aria-hidden="true">›</span>}
                      <PlaceLink place={place} />
                    </li>
                  ))}
                </ol>
              </nav>
            )
          }
          name={name}
        >
          {mindatId !== null && (
            <p className="mt-4">
              <a
                href={mindatUrl(mindatId)}
                rel="external"
                className="inline-flex min-h-11 items-center text-quiet underline decoration-line underline-offset-4 hover:text-accent"
              >
                {name} on mindat.org
              </a>
            </p>
          )}
        </TopicHeading>
        <div className="mt-8">
          <LocalityMap dots={topic.dots} />
        </div>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-2">
          <CountedLinks
            heading={`Places in ${name}`}
            items={beneath.map((place) => ({
              key: place.id,
              link: <PlaceLink place={place} />,
              total: place.total,
            }))}
          />
          <CountedLinks
            heading="Found here"
            items={species.map((one) => ({
              key: one.name,
              link: one.hasPage ? (
                <SpeciesLink name={one.name} />
              ) : (
                <span className="inline-block py-1">{one.name}</span>
              ),
              total: one.total,
            }))}
          />
        </div>
      </article>
      <TopicPieces
        heading={`From ${name}`}
        specimens={topic.specimens}
        total={topic.total}
        filter={{ locality: String(id) }}
      />
    </>
  );
}
