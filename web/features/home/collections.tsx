import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Settings } from '#contract/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { ArrowRightIcon } from '#web/ui/icons.tsx';
import { ResponsiveImage } from '#web/ui/responsive-image.tsx';

/** A carousel of the featured collections, which wraps around. */
export function FeaturedCollections({ collections: setting }: { collections: Settings['featured_collections'] }) {
  const [index, setIndex] = useState(0);
  const collections = setting.collections.filter((collection) => collection.enabled);
  const collection = collections[index % Math.max(collections.length, 1)];

  return (
    <section id="collections" aria-labelledby="collections-heading" className="border-b border-line py-20 md:py-28">
      <div className="page">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div>
            <h2 id="collections-heading" className="text-4xl md:text-5xl">
              {setting.sectionTitle}
            </h2>
            <p className="mt-4 text-lg text-quiet">{setting.sectionDescription}</p>
          </div>
          {collections.length > 1 && (
            <Button look="outline" className="needs-script" onClick={() => setIndex((index + 1) % collections.length)}>
              Next Collection <ArrowRightIcon />
            </Button>
          )}
        </div>
        {collection && (
          <section aria-live="polite" aria-label="Featured collection" className="mt-10 grid gap-x-12 gap-y-8 lg:grid-cols-[1.5fr_1fr]">
            <div className="relative aspect-[4/3] overflow-hidden bg-[#0b0a0c]">
              {collection.coverImage && (
                <ResponsiveImage
                  key={collection.id}
                  picture={collection.coverImage}
                  sizes="(width < 1024px) 94vw, 48rem"
                  className="enter-loaded size-full object-cover"
                />
              )}
            </div>
            <div key={collection.id} className="enter-loaded flex flex-col">
              <p className="label text-quiet">{collection.subtitle || `${(index % collections.length) + 1} of ${collections.length}`}</p>
              <h3 className="mt-3 text-3xl">{collection.title}</h3>
              <p className="mt-4 text-quiet">{collection.description}</p>
              <ul className="mt-6 divide-y divide-line border-y border-line lg:mt-auto">
                {collection.specimens.map((specimen) => (
                  <li key={specimen.name} className="flex items-center gap-4 py-3">
                    {specimen.image && <ResponsiveImage picture={specimen.image} sizes="4.5rem" alt="" className="size-18 object-cover" />}
                    {specimen.url.startsWith('/') ? (
                      <Link to={specimen.url} className="font-serif text-lg text-ink no-underline hover:text-accent">
                        {specimen.name}
                      </Link>
                    ) : (
                      <span className="font-serif text-lg">{specimen.name}</span>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          </section>
        )}
      </div>
    </section>
  );
}
