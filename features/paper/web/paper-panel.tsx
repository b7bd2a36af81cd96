import { SettingPart } from '#core/web/admin/settings/setting-fields.tsx';

const PaperPanel = () => (
  <SettingPart
    name="paper"
    title="Slips, invoices and labels"
    text="What’s printed on paper. Existing invoices don’t change."
  />
);

export default PaperPanel;
