/** Lets the page be drawn, and people be heard. */
export const turn = (): Promise<void> => new Promise(resolve => setTimeout(resolve));
