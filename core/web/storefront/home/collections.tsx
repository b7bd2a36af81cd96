import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { PublicApi } from '#core/contract/api.ts';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { collectionsQuery } from '#core/web/catalogue/collections/collection-queries.ts';
import { Button } from '#ui/button.tsx';
import { ArrowRightIcon } from '#ui/icons.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

export function FeaturedCollections({
  api,
  setting,
}: {
  api: PublicApi;
  setting: Settings['featured_collections'];
}) {
  const [index, setIndex] = useState(0);
  const { data: collections = [] } = useQuery(collectionsQuery(api));
  const collection = collections[index % Math.max(collections.length, 1)];

  return (
    <section
      id="collections"
      aria-labelledby="collections-heading"
      className="border-b border-line py-20 md:py-28"
    >
      <div className="page">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div className="min-w-0">
            <h2 id="collections-heading" className="page-title look-large">
              {setting.sectionTitle}
            </h2>
            <p className="mt-4 text-lg text-quiet">{setting.sectionDescription}</p>
          </div>
          {collections.length > 1 && (
            <Button look="outline" className="needs-script" onClick={() => setIndex(index + 1)}>
              Next Collection <ArrowRightIcon />
            </Button>
          )}
        </div>
        {collection && (
          <section aria-label="Featured collection" className="collection-spread">
            <div className="picture-box relative aspect-[4/3] overflow-hidden bg-[#0b0a0c]">
              <ResponsiveImage
                key={collection.slug}
                picture={collection.cover}
                sizes="(width < 1024px) 94vw, 48rem"
                className="enter-loaded size-full object-cover"
              />
            </div>
            {/* Which one has come; the page that one comes to is not read out. */}
            <p role="status" className="sr-only">
              {index > 0 && collection.name}
            </p>
            <div key={collection.slug} className="enter-loaded flex flex-col">
              <p className="label text-quiet">
                {collection.subtitle ||
                  `${(index % collections.length) + 1} of ${collections.length}`}
              </p>
              <h3 className="mt-3 text-3xl">{collection.name}</h3>
              <p className="mt-4 text-quiet">{collection.description}</p>
              <ul className="mt-6 border-y border-line lg:mt-auto">
                {collection.pieces.map((piece) => (
                  <li key={piece.id} className="collection-piece">
                    <ResponsiveImage picture={piece.picture} sizes="4.5rem" widest={320} alt="" />
                    <Link
                      to="/specimen/$specimen"
                      params={{ specimen: specimenParam(piece) }}
                      className="whole-link"
                    >
                      {piece.title}
                    </Link>
                  </li>
                ))}
              </ul>
              <Link
                to="/collection/$slug"
                params={{ slug: collection.slug }}
                aria-label={`View the collection: ${collection.name}`}
                className="mt-3 inline-flex min-h-11 items-center self-start text-link"
              >
                View the collection
              </Link>
            </div>
          </section>
        )}
      </div>
    </section>
  );
}
