import seaborn as sns
sns.load_dataset("tips")
