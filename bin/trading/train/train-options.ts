export type TrainOptions = { timeframe: string; horizon: number; bars: number; until?: string };
