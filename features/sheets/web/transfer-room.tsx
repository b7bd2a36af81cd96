import type { DeskProps } from '#core/web/desk-feature.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { AwaitedPhotos } from './awaited-photos.tsx';
import { Export } from './export.tsx';
import { Import } from './import.tsx';
import { PhotoAddresses } from './photo-addresses.tsx';
import { RecentImports } from './recent-imports.tsx';

export default function TransferRoom({ timeZone }: DeskProps) {
  return (
    <>
      <div className="space-y-12">
        <Import />
        <PhotoAddresses />
        <AwaitedPhotos />
        <RecentImports timeZone={timeZone} />
        <Export />
      </div>
      <Parts at="exports" />
    </>
  );
}
