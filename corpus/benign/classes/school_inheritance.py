class Person:
    count = 0

    def __init__(self, name, age):
        self.name = name
        self.age = age
        Person.count += 1

    def greet(self):
        return "Hi, I am " + self.name

    def __repr__(self):
        return f"{self.__class__.__name__}({self.name!r}, {self.age})"


class Student(Person):
    def __init__(self, name, age, school):
        Person.__init__(self, name, age)
        self.school = school

    def greet(self):
        return super().greet() + " from " + self.school


class Teacher(Person):
    @staticmethod
    def subjects():
        return ["math", "art"]


people = [Student("Kim", 15, "Hill High"), Teacher("Mr Lee", 50)]
for p in people:
    print(p, "-", p.greet())
print(Person.count, issubclass(Student, Person), hasattr(people[1], "subjects"), Teacher.subjects())
