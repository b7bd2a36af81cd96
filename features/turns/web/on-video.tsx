import { lazy, Suspense } from 'react';
import type { VideoFeature, VideoPlaces } from '#core/web/shop-feature.ts';

const Turn = lazy(() => import('./turn.tsx'));

const OnVideo = ({ video: { turn }, title, onCover }: VideoPlaces['onVideo']) =>
  turn && (
    <Suspense>
      <Turn turn={turn} title={title} onCover={onCover} />
    </Suspense>
  );

export const turns = { onVideo: [{ order: 10, Part: OnVideo }] } satisfies VideoFeature;
