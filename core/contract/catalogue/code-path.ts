/** Leads to the QR code of a specimen's page. */
export const codePath = (id: number | string) => `/specimen/${id}/code.svg`;
