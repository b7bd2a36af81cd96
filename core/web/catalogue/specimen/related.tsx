import { Link } from '@tanstack/react-router';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { Suggestion } from '#core/contract/catalogue/specimens.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

export const Related = ({ specimens }: { specimens: Suggestion[] }) => (
  <section className="mt-12">
    <h2 className="text-xl">More like this</h2>
    <ul className="mt-4 grid grid-cols-3 gap-4">
      {specimens.map((one) => (
        <li key={one.id}>
          <Link
            to="/specimen/$specimen"
            params={{ specimen: specimenParam(one) }}
            className="text-sm text-ink no-underline hover:text-accent"
          >
            <div className="picture-box mb-2 aspect-square">
              <ResponsiveImage
                picture={one.picture}
                alt=""
                sizes="(width < 1024px) 30vw, 12vw"
                className="size-full object-cover"
              />
            </div>
            {one.title}
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
