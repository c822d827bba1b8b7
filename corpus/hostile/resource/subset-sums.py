def count(nums, i, t):
    if i == len(nums):
        return t == 0
    return count(nums, i + 1, t) + count(nums, i + 1, t - nums[i])
print(count(list(range(100)), 0, 2500))
