import { SettingPart } from '#core/web/admin/settings/setting-fields.tsx';

const UndoPanel = () => (
  <SettingPart
    name="orders"
    part="undo"
    title="Undo"
    text="A payment, a status or a refund can be taken back on the order’s page. Its email waits that long: undo in time, and nobody is emailed."
  />
);

export default UndoPanel;
