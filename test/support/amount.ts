/**
 * How much of something random a test looks at: some in every run, all of it where THOROUGH is set, as `.ci/run` does.
 */
export const amount = (some: number, all: number): number => (process.env.THOROUGH ? all : some);
