/** Sources of the definitions, which are in our own words. */
export const sources = {
  appel: 'Gerald Appel, Technical Analysis: Power Tools for Active Investors (2005)',
  artzner:
    'Artzner, Delbaen, Eber and Heath, Coherent Measures of Risk, Mathematical Finance 9 (1999)',
  bailey:
    'Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)',
  berkowitz:
    'Berkowitz, Logue and Noser, The Total Cost of Transactions on the NYSE, Journal of Finance 43 (1988)',
  blackScholes:
    'Black and Scholes, The Pricing of Options and Corporate Liabilities, Journal of Political Economy 81 (1973)',
  bollinger: 'John Bollinger, Bollinger on Bollinger Bands (2001)',
  box: 'Box, Jenkins, Reinsel and Ljung, Time Series Analysis: Forecasting and Control (5th edition, 2015)',
  damodaran: 'Aswath Damodaran, Investment Valuation (3rd edition, 2012)',
  dickeyFuller:
    'Dickey and Fuller, Distribution of the Estimators for Autoregressive Time Series with a Unit Root, JASA 74 (1979)',
  efron: 'Efron and Tibshirani, An Introduction to the Bootstrap (1993)',
  granville: "Joseph E. Granville, Granville's New Key to Stock Market Profits (1963)",
  harris: 'Larry Harris, Trading and Exchanges: Market Microstructure for Practitioners (2003)',
  hull: 'John C. Hull, Options, Futures, and Other Derivatives (9th edition, 2014)',
  jensen:
    'Michael C. Jensen, The Performance of Mutual Funds in the Period 1945–1964, Journal of Finance 23 (1968)',
  kelly:
    'J. L. Kelly, A New Interpretation of Information Rate, Bell System Technical Journal 35 (1956)',
  lane: "George C. Lane, Lane's Stochastics, Technical Analysis of Stocks & Commodities 2 (1984)",
  lynch: 'Peter Lynch, One Up on Wall Street (1989)',
  markowitz: 'Harry Markowitz, Portfolio Selection, Journal of Finance 7 (1952)',
  murphy: 'John J. Murphy, Technical Analysis of the Financial Markets (1999)',
  pardo: 'Robert Pardo, The Evaluation and Optimization of Trading Strategies (2nd edition, 2008)',
  secOrders: 'U.S. Securities and Exchange Commission, Investor.gov: Types of Orders',
  sharpe1964: 'William F. Sharpe, Capital Asset Prices, Journal of Finance 19 (1964)',
  sharpe1994: 'William F. Sharpe, The Sharpe Ratio, Journal of Portfolio Management 21 (1994)',
  sortino: 'Sortino and van der Meer, Downside Risk, Journal of Portfolio Management 17 (1991)',
  tharp: 'Van K. Tharp, Trade Your Way to Financial Freedom (2nd edition, 2006)',
  wilder: 'J. Welles Wilder, New Concepts in Technical Trading Systems (1978)',
  young: 'Terry W. Young, Calmar Ratio: A Smoother Tool, Futures 20 (1991)',
} as const;

export type SourceId = keyof typeof sources;
