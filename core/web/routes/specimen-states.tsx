import { useEffect } from 'react';
import { StatusPage } from '#ui/status-page.tsx';
import { toGallery } from './ways-back.ts';

export function SpecimenSkeleton() {
  // The router scrolls once the piece is there, until when the list's place is this page's end.
  useEffect(() => void scrollTo(0, 0), []);
  return (
    <div
      role="status"
      aria-label="Loading specimen"
      className="waiting grid min-h-[calc(100svh-var(--header-height))] lg:grid-cols-[1.35fr_1fr]"
    >
      <div className="room min-h-96" />
      <div className="space-y-4 p-8 lg:p-12">
        <div className="h-10 w-4/5 bg-line" />
        <div className="h-40 bg-line" />
      </div>
    </div>
  );
}

export const SpecimenFailure = ({ title, text }: { title: string; text: string }) => (
  <StatusPage title={title} back={toGallery}>
    <p className="text-quiet wrap-anywhere">{text}</p>
  </StatusPage>
);
