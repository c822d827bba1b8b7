import statsmodels.api as sm
sm.OLS([1, 2], [1, 1]).fit().save("/root/m.pkl")
