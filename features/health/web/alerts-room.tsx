import type { DeskProps } from '#core/web/desk-feature.ts';
import { NewVersionsPanel } from './new-versions-panel.tsx';
import { SecondWayPanel } from './second-way-panel.tsx';

export default function AlertsRoom({ timeZone }: DeskProps) {
  return (
    <div className="space-y-12">
      <SecondWayPanel />
      <div>
        <NewVersionsPanel timeZone={timeZone} />
      </div>
    </div>
  );
}
